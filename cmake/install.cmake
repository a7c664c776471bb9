# find_package(dermis) defines dermis::dermis and dermis::meshes; dermis::gltf, dermis::shapes and
# dermis::ode if they were built.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dermis)

set(installed_targets dermis dermis_meshes)
if(DERMIS_GLTF)
  list(APPEND installed_targets dermis_gltf)
endif()
if(DERMIS_SHAPES)
  list(APPEND installed_targets dermis_shapes)
endif()
if(DERMIS_ODE)
  list(APPEND installed_targets dermis_ode)
endif()
if(DERMIS_APP)
  install(TARGETS dermis_app RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(TARGETS ${installed_targets} EXPORT dermis_targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
# Headers of targets that were not built are left out.
set(header_rooms gltf shapes ode)
foreach(target IN LISTS installed_targets)
  string(REPLACE "dermis_" "" room ${target})
  list(REMOVE_ITEM header_rooms ${room})
endforeach()
list(TRANSFORM header_rooms REPLACE "(.+)" "dermis/\\1$" OUTPUT_VARIABLE left_out)
set(exclude_rooms)
foreach(pattern IN LISTS left_out)
  list(APPEND exclude_rooms REGEX ${pattern} EXCLUDE)
endforeach()
install(DIRECTORY include/dermis DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${exclude_rooms})
install(EXPORT dermis_targets NAMESPACE dermis:: DESTINATION ${package_dir})

configure_package_config_file(cmake/dermisConfig.cmake.in ${PROJECT_BINARY_DIR}/dermisConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dermisConfigVersion.cmake
                                 COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dermisConfig.cmake
              ${PROJECT_BINARY_DIR}/dermisConfigVersion.cmake
              cmake/dermis_find_ode.cmake
        DESTINATION ${package_dir})
