ended-MD-20 = x
ended-MD-21 = x
ended-MD-22 = x
ended-MD-23 = x
