# find_package(dermis) gives dermis::dermis, and dermis::gltf when it was built.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dermis)

set(installed_targets dermis)
if(DERMIS_GLTF)
  list(APPEND installed_targets dermis_gltf dermis_shapes)
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
install(DIRECTORY include/dermis DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT dermis_targets NAMESPACE dermis:: DESTINATION ${package_dir})

configure_package_config_file(cmake/dermisConfig.cmake.in ${PROJECT_BINARY_DIR}/dermisConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dermisConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dermisConfig.cmake
              ${PROJECT_BINARY_DIR}/dermisConfigVersion.cmake
        DESTINATION ${package_dir})
