// Nothing: see overrides in the package.json above.
module.exports = {};
