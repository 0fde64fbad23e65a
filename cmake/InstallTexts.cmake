# InstallTexts.cmake - the man page and what completes words in shells, printed by the program itself.
# SPDX-License-Identifier: MIT
if(CMAKE_CROSSCOMPILING)
    return()
endif()

# What it is, the file, the folder below the prefix where shells and man look for it.
function(lb_install_text what name folder)
    set(file ${CMAKE_BINARY_DIR}/texts/${what}/${name})
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/texts/${what})
    add_custom_command(TARGET sluice POST_BUILD
        COMMAND sluice completion ${what} > ${file} VERBATIM)
    install(FILES ${file} DESTINATION ${folder})
endfunction()
lb_install_text(bash sluice ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
lb_install_text(zsh _sluice ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
lb_install_text(fish sluice.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
lb_install_text(man sluice.1 ${CMAKE_INSTALL_MANDIR}/man1)
