# Installs the build into a temporary prefix, then configures, builds and runs a project that knows
# nothing but find_package(dermis).  -D BUILD=… -D SOURCE=… -D COMPILER=…
set(work ${BUILD}/consumer)
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  message("${out}")
  if(NOT status EQUAL 0)
    string(REPLACE ";" " " words "${ARGN}")
    message(FATAL_ERROR "failed (${status}): ${words}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${work}/prefix)
run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${work}/build -D CMAKE_PREFIX_PATH=${work}/prefix
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build ${work}/build)
run(${work}/build/consumer)
foreach(room gltf shapes ode)
  if(EXISTS ${work}/build/${room}_consumer)
    run(${work}/build/${room}_consumer)
  elseif(EXISTS ${work}/prefix/include/dermis/${room})
    message(FATAL_ERROR "headers of ${room} are installed, but its target is not")
  endif()
endforeach()
if(EXISTS ${work}/prefix/bin/dermis)
  run(${work}/prefix/bin/dermis demo)
endif()
