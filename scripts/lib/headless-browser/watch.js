// Runs before a page's own scripts. While a page still waits for its server, it may undo changes to its elements (as
// observed with the boxes of the consent page). Therefore this script counts requests.
const traffic = window.__traffic = { open: 0, last: 0 };
const begin = () => { traffic.open++; };
const end = () => { traffic.open--; traffic.last = performance.now(); };
const send = XMLHttpRequest.prototype.send;
XMLHttpRequest.prototype.send = function (...rest) {
  begin();
  this.addEventListener('loadend', end);
  return send.apply(this, rest);
};
const fetchOnce = window.fetch;
window.fetch = (...rest) => { begin(); return fetchOnce(...rest).finally(end); };
