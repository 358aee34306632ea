// Something else altogether.
// expect: load PLUGIN_SYNTAX_ERROR
<html><script>alert(1)</script></html>
