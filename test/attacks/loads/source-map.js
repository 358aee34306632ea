// Throws beside a source map of as many places as a file has room for, in eight loads at once.
// expect: load PLUGIN_ERROR
// loads: 8
// repeat: "QSxBLEEs" 22000
throw new Error("thrown");
export async function handler() {}
//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbImEudHMiXSwibmFtZXMiOltdLCJtYXBwaW5ncyI6IkFBQUEs$REPEAT$QSJ9
