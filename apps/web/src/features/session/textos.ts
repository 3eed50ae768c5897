export const texts = {
  email: 'Email',
  password: 'Password',
  forgetting: '¿Olvidaste tu contraseña?',
  code: 'Código de verificación',
  codeHelp: 'Las seis cifras de tu aplicación de verificación, o un código de respaldo.',
  logIn: 'Login',
  loggingIn: 'Entrando...',
  failure: 'Credenciales inválidas o servidor no disponible.',
  noRol: 'Sin rol válido',
  footer: (year: number) => `© ${year} Acequia. Todos los derechos reservados.`,
  title: 'Bienvenido de vuelta',
  subtitle: 'Entra para ver cómo está tu campo ahora mismo.',
  slideshow: 'carrusel',
  pause: 'Detener las láminas',
  play: 'Seguir con las láminas',
  slide: (n: number, total: number) => `Lámina ${n} de ${total}`,
} as const;

/** One caption per illustration of the login slideshow. */
export const SLIDES = [
  { title: 'El agua, a su hora', text: 'Cada compuerta y cada válvula, con la hora de su último dato.' },
  { title: 'Riego que se confirma', text: 'Encendido significa que la placa lo dijo, no que alguien lo pidió.' },
  { title: 'El clima de cada nave', text: 'Temperatura y humedad por sitio, con su historia completa.' },
  { title: 'Animales frescos', text: 'Ventiladores y difusores bajo vigilancia, de día y de noche.' },
  { title: 'Energía sin sorpresas', text: 'Las tres fases de tus centinelas, minuto a minuto.' },
] as const;
