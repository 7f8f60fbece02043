"""Models with a known answer: closed forms, conservation laws, literature values, orders."""
