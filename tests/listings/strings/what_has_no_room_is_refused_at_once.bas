' source: language reference 8.3 (errnum 11); unverified: no frame passes before it
PRINT ("A"*1000000)*2000000 ' error: Out of memory
