' source: language reference 4.9: arguments and results have the types of what is given
PRINT F(1) ' expect: 0.5
DEF F(X)
RETURN G(G(1,"A"),"B")
END
DEF G(X,Y$)
RETURN .5
END
