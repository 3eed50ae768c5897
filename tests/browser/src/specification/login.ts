import type { Screen } from './screen.js';

export const LOGIN: readonly Screen[] = [
  {
    screen: 'Login',
    who: 'nobody',
    path: '/login',
    title: 'Login | Acequia',
    fields: ['Email: email, required', 'Password: password, required'],
    buttons: ['Login'],
    texts: ['¿Olvidaste tu contraseña?', '© {year} Acequia. Todos los derechos reservados.'],
    parts: [{ part: 'slideshow', where: 'aside', images: 5 }],
  },
];
