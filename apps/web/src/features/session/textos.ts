export const textos = {
  email: 'Email',
  password: 'Password',
  olvido: '¿Olvidaste tu contraseña?',
  entrar: 'Login',
  entrando: 'Entrando...',
  fallo: 'Credenciales inválidas o servidor no disponible.',
  sinRol: 'Sin rol válido',
  pie: (year: number) => `© ${year} Acequia. Todos los derechos reservados.`,
  titulo: 'Bienvenido de vuelta',
  subtitulo: 'Entra para ver cómo está tu campo ahora mismo.',
  verClave: 'Mostrar contraseña',
  ocultarClave: 'Ocultar contraseña',
  lamina: (n: number, total: number) => `Lámina ${n} de ${total}`,
} as const;

/** One caption per illustration of the login slideshow. */
export const LAMINAS = [
  { titulo: 'El agua, a su hora', texto: 'Cada compuerta y cada válvula, con la hora de su último dato.' },
  { titulo: 'Riego que se confirma', texto: 'Encendido significa que la placa lo dijo, no que alguien lo pidió.' },
  { titulo: 'El clima de cada nave', texto: 'Temperatura y humedad por sitio, con su historia completa.' },
  { titulo: 'Animales frescos', texto: 'Ventiladores y difusores bajo vigilancia, de día y de noche.' },
  { titulo: 'Energía sin sorpresas', texto: 'Las tres fases de tus centinelas, minuto a minuto.' },
] as const;
