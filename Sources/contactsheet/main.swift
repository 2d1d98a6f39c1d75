print("contactsheet")
