// Before the first paint (the strict CSP allows no inline script): the stored colour mode, or the system's, whether the rail is
// folded, and which face of the shell in index.html will be the screen's.
(function () {
  var root = document.documentElement;
  var stored = null;
  var token = null;
  var folded = false;
  try {
    stored = localStorage.getItem('acequia-tema');
    token = localStorage.getItem('token');
    folded = localStorage.getItem('acequia-riel') === 'plegado';
  } catch {
    /* storage switched off: the system's mode, and nobody is logged in */
  }
  var dark = stored ? stored === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
  root.classList.add(dark ? 'dark' : 'light');
  root.style.colorScheme = dark ? 'dark' : 'light';
  root.toggleAttribute('data-riel-plegado', folded);
  var isWall = /^\/muro(\/|$)/.test(window.location.pathname);
  root.dataset.casco = isWall ? 'muro' : token ? 'marco' : 'login';
  if (root.dataset.casco === 'login') document.addEventListener('readystatechange', showLogin, { once: true });

  // Typed and sent before the console's code has come: login.page.tsx takes both over.
  function showLogin() {
    var login = document.getElementById('casco-acceso').content.cloneNode(true);
    document.querySelector('.casco-login').append(login);
    var form = document.querySelector('.casco-login form');
    var button = form.querySelector('[type=submit]');
    form.addEventListener('submit', function (event) {
      event.preventDefault();
      form.dataset.enviado = '';
      button.textContent = form.dataset.entrando;
      button.disabled = true;
    });
    button.addEventListener('pointerdown', function () {
      form.dataset.pulsado = '';
    });
    ['pointerup', 'pointercancel'].forEach(function (end) {
      window.addEventListener(end, function () {
        delete form.dataset.pulsado;
      });
    });
  }

  // A script that cannot be loaded says so at its element only.
  window.addEventListener(
    'error',
    function (event) {
      if (event.target.nodeName === 'SCRIPT') root.dataset.cascoFallo = '';
    },
    true,
  );
})();
