# Library.cmake - the library's shared and static file, its header, and what finds them: CMake and pkg-config.
# SPDX-License-Identifier: MIT
# The number behind libsluice.so changes with SLUICE_ABI of include/sluice.h.
set(LB_SOVERSION 0)
add_library(sluice_shared SHARED $<TARGET_OBJECTS:sluice_objects>)
set_target_properties(sluice_shared PROPERTIES
    OUTPUT_NAME sluice VERSION ${LB_SOVERSION}.${PROJECT_VERSION} SOVERSION ${LB_SOVERSION}
    EXPORT_NAME sluice)
# what is static and stays inside, and what a program that links it does not need to know
target_link_libraries(sluice_shared PRIVATE sluice_needs)
target_include_directories(sluice_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(sluice_library PROPERTIES EXPORT_NAME sluice_static)

install(TARGETS sluice_shared EXPORT sluice
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
install(FILES $<TARGET_FILE:sluice_library> DESTINATION ${CMAKE_INSTALL_LIBDIR}
    COMPONENT development)
install(FILES include/sluice.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(EXPORT sluice NAMESPACE sluice:: FILE sluiceConfig.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sluice COMPONENT development)

include(CMakePackageConfigHelpers)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sluiceConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
# found wherever the installed tree is moved to
file(RELATIVE_PATH LB_PREFIX_FROM_PKGCONFIG /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
set(LB_PKGCONFIG_PRIVATE "-lOpenCL -lcjson -lpthread -lm")
if(LB_WITH_ZLIB)
    string(APPEND LB_PKGCONFIG_PRIVATE " -lz")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/sluice.pc.in ${PROJECT_BINARY_DIR}/sluice.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/sluiceConfigVersion.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sluice COMPONENT development)
install(FILES ${PROJECT_BINARY_DIR}/sluice.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
