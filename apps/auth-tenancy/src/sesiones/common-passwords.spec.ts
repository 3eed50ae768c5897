import { esClaveComun } from './common-passwords.js';

describe('esClaveComun', () => {
  it.each(['password', 'PASSWORD123', '12345678', '87654321', 'aaaaaaaa', 'abababab', 'qwertyui', 'Contraseña1'])(
    'refuses %s',
    (clave) => {
      expect(esClaveComun(clave)).toBe(true);
    },
  );

  it('recognises a password however its accents are composed', () => {
    expect(esClaveComun('contraseña123'.normalize('NFD'))).toBe(true);
  });

  it.each(['acequia-demo', 'una-clave-larga', 'riego de noche', 'a'.repeat(60) + 'bcde'])('allows %s', (clave) => {
    expect(esClaveComun(clave)).toBe(false);
  });
});
