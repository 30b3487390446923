// Draws a browser's frame with an address around a picture. The arguments are those of browse.py; the last one is called with the
// frame's area.
const [picture, address, width, dark, done] = arguments;
const colors = dark ? { bar: '#2c2c2e', pill: '#1d1d1f', ink: '#f5f5f7', line: '#545458', dot: '#6e6e73' }
  : { bar: '#ececf0', pill: '#ffffff', ink: '#1d1d1f', line: '#c7c7cc', dot: '#c7c7cc' };
document.body.innerHTML = `
  <style>
    body { margin: 0; background: transparent; }
    #frame { width: ${width}px; border: 1px solid ${colors.line}; border-radius: 10px; overflow: hidden; background: ${colors.bar}; }
    #bar { display: flex; align-items: center; gap: 6px; padding: 8px 12px; border-bottom: 1px solid ${colors.line}; }
    #bar i { width: 10px; height: 10px; border-radius: 5px; background: ${colors.dot}; }
    #bar b { flex: 1; margin-left: 8px; padding: 5px 12px; border-radius: 8px; background: ${colors.pill}; color: ${colors.ink};
      font: 15px system-ui, sans-serif; white-space: nowrap; overflow: hidden; }
    img { display: block; width: ${width}px; }
  </style>
  <div id="frame"><div id="bar"><i></i><i></i><i></i><b></b></div><img></div>`;
document.querySelector('b').textContent = address;
const image = document.querySelector('img');
image.onload = () => {
  const { width, height } = document.getElementById('frame').getBoundingClientRect();
  done({ x: 0, y: 0, width, height });
};
image.src = 'data:image/png;base64,' + picture;
