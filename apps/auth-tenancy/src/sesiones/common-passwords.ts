/**
 * Passwords that stand at the head of every leaked list, of at least 8 characters (shorter ones are refused anyway), with
 * the Spanish-speaking world's own. Compared in lower case.
 */
const COMUNES = new Set(
  `password password1 password12 password123 passw0rd p@ssw0rd p@ssword1 contraseña contrasena contraseña1 contrasena1
  contraseña123 contrasena123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234
  qwe123qwe asdfghjk asdfghjkl asdf1234 asdfasdf zxcvbnm1 zxcvbnm123 zaq12wsx abc12345 abcd1234 abcdefgh aa123456 a1234567
  a12345678 q1w2e3r4 iloveyou iloveyou1 teamo123 teamomucho tequiero tequiero1 sunshine princess princesa football fútbol123
  futbol123 baseball basketball superman batman123 spiderman starwars whatever trustno1 jennifer michelle alexander
  alejandro alejandra guadalupe francisco fernando fernanda gabriela estrella mariposa chocolate corazon1 corazón1 amorcito
  bienvenido bienvenido1 bienvenida welcome1 welcome123 letmein1 changeme cambiame cambiar123 cambialo admin123 admin1234
  admin12345 administrador administrator master123 maestro123 root1234 toor1234 usuario1 usuario123 user1234 test1234
  testtest prueba12 prueba123 prueba1234 demo1234 secret12 secreto1 secreto123 dragon123 monkey123 hola1234 hola12345
  holahola holamundo mexico123 mexico2024 mexico2025 méxico123 america1 cruzazul chivas123 barcelona realmadrid argentina
  colombia venezuela guatemala computer internet samsung1 pokemon1 naruto123 minecraft fortnite liverpool juventus
  acequia1 acequia123 acequia1234 agricola agricultor 0987654321 123qweasd 123456abc 123456789a 12345678a google123`.split(
    /\s+/,
  ),
);

const FILAS = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
];

/** Whether a password is refused for being one of the first that anybody would try. */
export const esClaveComun = (clave: string): boolean => {
  const minusculas = clave.normalize('NFC').trim().toLowerCase();
  const unaSolaLetra = new Set(minusculas).size <= 2;
  return COMUNES.has(minusculas) || unaSolaLetra || FILAS.some((fila) => fila.includes(minusculas));
};
