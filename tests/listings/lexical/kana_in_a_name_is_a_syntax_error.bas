' source: language reference 1.2, measured
カナ=1 ' error: Syntax error
