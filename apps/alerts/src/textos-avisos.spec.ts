import { sentence } from './textos-avisos.js';

it('makes the sentence of an alarm from its data, whatever the names are', () => {
  const placa = { nombre: "L'Horta", numero: 7, sitio: null };
  const datos = { placa, lecturas: 92_160, limite: 115_200 };
  expect(sentence({ tipo: 'cuota_de_placa', datos, texto: 'older' })).toBe(
    "L'Horta (placa 7): lleva 80 % de su cuota de hoy (92,160 de 115,200 lecturas). Al agotarla, sus lecturas entran despacio.",
  );
});

it('gives the sentence that was stored before the data were', () => {
  const texto = 'Norte - Válvula: su sensor dejó de dar lecturas.';
  expect(sentence({ tipo: 'sensor_callado', datos: null, texto })).toBe(texto);
});
