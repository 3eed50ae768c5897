// Applies the stored colour mode, or the system's, before anything is painted (the strict CSP allows no inline script).
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('acequia-tema');
  } catch {
    /* storage switched off: the system's mode */
  }
  var dark = stored ? stored === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.classList.add(dark ? 'dark' : 'light');
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
})();
