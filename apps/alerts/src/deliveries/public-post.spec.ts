import { mayBeCalled, publicPost } from './public-post.js';

const NOT_PUBLIC = ['127.0.0.1', '198.18.0.1', '[64:ff9b:1::7f00:1]', '[fec0::1]', '[::7f00:1]', '[::ffff:10.0.0.1]'];

it.each(NOT_PUBLIC)('https://%s is not called', (host) => {
  expect(mayBeCalled(new URL(`https://${host}/aviso`), [])).toBe(false);
});

it('calls a name and an address of the public internet, by https only, and what the operator allows', () => {
  expect(mayBeCalled(new URL('https://ejemplo.mx/aviso'), [])).toBe(true);
  expect(mayBeCalled(new URL('https://3.120.1.1/aviso'), [])).toBe(true);
  expect(mayBeCalled(new URL('http://ejemplo.mx/aviso'), [])).toBe(false);
  expect(mayBeCalled(new URL('http://127.0.0.1:8085/aviso'), ['http://127.0.0.1:8085'])).toBe(true);
});

it('connects to no name that leads to this machine', async () => {
  await expect(publicPost(new URL('https://localhost/aviso'), '{}', {}, [])).rejects.toThrow(/public addresses/);
});
