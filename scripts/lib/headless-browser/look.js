// One look at the page in one step, so that no element goes stale in between: what is to be filled in, ticked or pressed.
// The body of a function; its value goes to drive.py.
const shown = e => !e.disabled && e.offsetParent !== null && e.getClientRects().length > 0;
const all = selector => [...document.querySelectorAll(selector)].filter(shown);
const { open = 0, last = 0 } = window.__traffic || {};
const label = e => (e.innerText || e.value || e.title || '').replace(/\s+/g, ' ').trim();
return {
  url: location.href,
  ready: document.readyState === 'complete',
  quiet: document.readyState === 'complete' && open === 0 && performance.now() - last > 100,
  username: all('input[type=text], input[type=email], input:not([type])')
    .filter(e => /user|login|email/i.test(e.name + ' ' + e.id))
    .filter(e => !/code/i.test(e.name))[0] || null, // the URL already contains a device's user_code
  password: all('input[type=password]')[0] || null,
  boxes: all('input[type=checkbox]').filter(e => !e.checked),
  buttons: all('button, input[type=submit], a.btn').map(e => [label(e), e]).filter(([text]) => text),
  // glewlwyd offers to continue when some of the requested scopes are granted, and drops the others. It then marks its
  // menu.
  consent: all('.fa-asterisk').length ? document.querySelector('.dropdown-item:has(.fa-user-cog)') : null,
  text: document.body ? document.body.innerText.slice(0, 600) : '',
};
