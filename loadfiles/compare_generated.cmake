# Fails unless GENERATOR prints just what the file SHIPPED holds. FRESH is where
# its output is kept, to be copied over SHIPPED after a change on purpose.
execute_process(COMMAND "${GENERATOR}" OUTPUT_FILE "${FRESH}"
  RESULT_VARIABLE generated)
if(NOT generated EQUAL 0)
  message(FATAL_ERROR "${GENERATOR} failed: ${generated}")
endif()
execute_process(COMMAND "${CMAKE_COMMAND}" -E compare_files
  "${FRESH}" "${SHIPPED}" RESULT_VARIABLE differ)
if(NOT differ EQUAL 0)
  message(FATAL_ERROR "${SHIPPED} is not what ${GENERATOR} writes; "
    "if the generator was changed on purpose: cp ${FRESH} ${SHIPPED}")
endif()
