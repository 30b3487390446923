// Runs before a page's own scripts. A page that is still asking its server something may yet undo what we do to it (seen:
// boxes of the consent page that were ticked, then cleared again), so requests are counted.
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
