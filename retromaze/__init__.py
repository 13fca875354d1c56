"""retromaze runs SmileBASIC 3 listings on a simulated machine and proves Python ports equal to them."""
