' source: language reference 3.2
PRINT !0;!-5;!0.5;!-0.0 ' expect: 1001
