# What every target of this project is compiled with.
function(dermis_target name)
  target_compile_features(${name} PUBLIC cxx_std_20)
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON
                                           UNITY_BUILD ${DERMIS_UNITY} UNITY_BUILD_BATCH_SIZE 10)
  # Fused multiply-adds would change the defined bits of posed vertices.
  target_compile_options(${name} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow
                                         -Wconversion -Wno-sign-conversion)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 sees overlaps and overruns in its own library that are not there.
    target_compile_options(${name} PRIVATE -Wno-restrict -Wno-array-bounds
                                           -Wno-stringop-overflow)
    # In a unity build every source looks to it like a header.
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

# For targets that only call the libraries: nothing in them is hot, so compile time comes first.
function(dermis_compile_fast name)
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  # What is looked at is the libraries: instrumented, these take longer to compile than all of them.
  # Of threads, both sides must be known.
  if(DERMIS_SANITIZE MATCHES address)
    target_compile_options(${name} PRIVATE -fno-sanitize=all -O0)
  endif()
endfunction()
