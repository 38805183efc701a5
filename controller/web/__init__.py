"""What browsers and programs get over HTTP: requests, answers, the live table, the page."""
