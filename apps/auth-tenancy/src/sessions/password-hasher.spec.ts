import { PasswordHasher } from './password-hasher.js';

const ANA = { nombre: 'Ana Peñaloza', email: 'ana@acequia.test', empresa: 'La Noria' };

describe('PasswordHasher', () => {
  const hasher = new PasswordHasher();

  it('hashes with Argon2id at OWASP parameters and a salt of its own', async () => {
    const [one, other] = await Promise.all([
      hasher.hashNew('una-clave-larga', ANA),
      hasher.hashNew('una-clave-larga', ANA),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
  });

  it('tells passwords of 200 characters apart by their last one', async () => {
    const clave = `riego de noche ${'ñ'.repeat(181)}`;
    const stored = await hasher.hashNew(`${clave}aXyZ`, ANA);
    expect(await hasher.verificar(stored, `${clave}aXyZ`)).toBe(true);
    expect(await hasher.verificar(stored, `${clave}aXyz`)).toBe(false);
  });

  it('refuses a common password', async () => {
    await expect(hasher.hashNew('12345678', ANA)).rejects.toMatchObject({ codigo: 'clave_comun' });
  });

  it('refuses one that is made of the name of its owner, and says so', async () => {
    await expect(hasher.hashNew('anapenaloza1', ANA)).rejects.toMatchObject({
      codigo: 'clave_comun',
      texto: 'La contraseña se parece a tu nombre, tu correo o tu empresa. Elige otra.',
    });
  });

  it('finds no password right where there is no account', async () => {
    expect(await hasher.verificar(null, 'una-clave-larga')).toBe(false);
  });

  it('turns a flood away instead of letting everybody wait', async () => {
    const flooded = new PasswordHasher();
    const answers = await Promise.allSettled(Array.from({ length: 320 }, () => flooded.verificar('$bad$', 'clave')));
    const turnedAway = answers.filter(
      (answer) => answer.status === 'rejected' && (answer.reason as { codigo?: string }).codigo,
    );
    expect(turnedAway.length).toBeGreaterThan(0);
    expect(turnedAway[0]).toMatchObject({ reason: { codigo: 'servicio_no_disponible' } });
    expect(await flooded.verificar(null, 'clave')).toBe(false);
  });
});
