"""The page's JavaScript, checked without a browser."""
