"""What an editor asks of a listing: mistakes, help, names. Nothing here runs a listing."""
