# The compile options of every target of this project.
function(dermis_target name)
  target_compile_features(${name} PUBLIC cxx_std_20)
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON
                                           UNITY_BUILD ${DERMIS_UNITY} UNITY_BUILD_BATCH_SIZE 10)
  # Fused multiply-adds would change the defined bits of posed vertices.
  target_compile_options(${name} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow
                                         -Wconversion -Wno-sign-conversion)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 warns about overlaps and overruns in its own library that do not exist.
    target_compile_options(${name} PRIVATE -Wno-restrict -Wno-array-bounds
                                           -Wno-stringop-overflow)
    # In a unity build, GCC takes every source for a header.
    if(DERMIS_UNITY)
      target_compile_options(${name} PRIVATE -Wno-subobject-linkage)
    endif()
  endif()
  if(DERMIS_WERROR)
    target_compile_options(${name} PRIVATE -Werror)
  endif()
  if(DERMIS_ASSERTIONS)
    target_compile_options(${name} PRIVATE -UNDEBUG)
  endif()
  if(DERMIS_FUZZ)
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  if(DERMIS_SANITIZE)
    target_compile_options(${name} PRIVATE -fsanitize=${DERMIS_SANITIZE} -fno-sanitize-recover=all
                                           -fno-omit-frame-pointer)
    target_link_options(${name} PRIVATE -fsanitize=${DERMIS_SANITIZE})
  endif()
endfunction()

# For targets that only call the libraries. Nothing in them is hot, so compile time comes first.
function(dermis_compile_fast name)
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  # The sanitizers test the libraries. Instrumented, these targets would take longer to compile than
  # all libraries. The thread sanitizer must see both sides, so it is not switched off.
  if(DERMIS_SANITIZE MATCHES address)
    target_compile_options(${name} PRIVATE -fno-sanitize=all -O0)
  endif()
endfunction()
