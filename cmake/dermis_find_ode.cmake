# Defines dermis::libode, the Open Dynamics Engine, if it is installed. Debian's package has no CMake
# files. Used by the build, and by the installed package.
find_path(ODE_INCLUDE_DIR ode/ode.h)
find_library(ODE_LIBRARY ode)
if(ODE_INCLUDE_DIR AND ODE_LIBRARY AND NOT TARGET dermis::libode)
  add_library(dermis::libode UNKNOWN IMPORTED GLOBAL)
  set_target_properties(dermis::libode PROPERTIES
    IMPORTED_LOCATION ${ODE_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${ODE_INCLUDE_DIR})
endif()
