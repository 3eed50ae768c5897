import { weaknessOf } from './password-strength.js';

const ANA = { nombre: 'Ana Peñaloza Ruiz', email: 'ana.penaloza@elsembrador.mx', empresa: 'Rancho El Sembrador' };

describe('the strength of a password', () => {
  it.each([
    'password',
    'PASSWORD123',
    '12345678',
    '87654321',
    'aaaaaaaa',
    'abababab',
    'qwertyui',
    'Contraseña1',
    'Contrasena2025',
    'Verano2026',
    'P@ssw0rd2026',
    'guadalupe1',
    'barcelona10',
    'tequieromucho',
    'empresa123',
    'Cambiame1',
    'a'.repeat(200),
  ])('refuses %s as common', (password) => {
    expect(weaknessOf(password, ANA)).toBe('common');
  });

  it('knows a password however its accents are composed', () => {
    expect(weaknessOf('contraseña123'.normalize('NFD'), ANA)).toBe('common');
  });

  it.each(['penalozaruiz', 'Peñaloza2026!', 'ana.penaloza@elsembrador.mx', 'ranchoelsembrador', 'ElSembrador.2026'])(
    'refuses %s to whom it is made of',
    (password) => {
      expect(weaknessOf(password, ANA)).not.toBeNull();
    },
  );

  it('allows one person what is another one’s name', () => {
    const eva = { nombre: 'Eva', email: 'eva@pozo.mx', empresa: null };
    expect(weaknessOf('ana.penaloza@elsembrador.mx', ANA)).toBe('personal');
    expect(weaknessOf('ana.penaloza@elsembrador.mx', eva)).toBeNull();
  });

  it.each([
    'una-clave-larga',
    'riego de noche',
    'Tr4ct0r-az#l',
    'una frase de riego que pasa de los sesenta y cuatro caracteres, sin más',
  ])('allows %s', (password) => {
    expect(weaknessOf(password, ANA)).toBeNull();
  });

  it('allows the password of the demo accounts to those who have it', () => {
    const email = 'usuario2@acequia.demo';
    expect(weaknessOf('acequia-demo', { nombre: 'Operador', email, empresa: 'Viveros del Valle' })).toBeNull();
  });
});
