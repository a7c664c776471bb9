# Fails unless README contains the code of EXAMPLE, without its licence header.
file(READ ${README} readme)
file(READ ${EXAMPLE} example)
string(FIND "${example}" "#include" start)
string(SUBSTRING "${example}" ${start} -1 code)
string(FIND "${readme}" "${code}" found)
if(found EQUAL -1)
  message(FATAL_ERROR "README.md does not hold ${EXAMPLE} as it is compiled")
endif()
