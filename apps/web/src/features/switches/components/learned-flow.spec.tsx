import { answerQuestion, dialogsClosed, label } from '../../../test/console.js';
import { puntoOf, switchOf } from '../../../test/records.js';
import { Refusal } from '../../../test/server.js';
import { edit, SAVED, server } from './panel-dialog.fixture.js';

it('offers the flow that the meter of a valve has learned', async () => {
  const one = switchOf({ id: 41, caudal_m3h: null });
  const learned = { punto_id: 1, caudal_m3h: 4.26, desviacion_m3h: 0.12, observaciones: 7, ts: Date.now() };
  const told = server(one)
    .answer('turnos.caudales', [
      { ...learned, switches: [41, 42], caudal_m3h: 8 },
      { ...learned, switches: [41] },
    ])
    .answer('switches.guardar_lote', SAVED);
  const { user, form } = await edit(one, told);
  await form.findByText('Medido: 4.26 ± 0.12 m³/h en 7 riegos');
  await user.click(form.getByRole('button', { name: 'Usar' }));
  expect(form.getByLabelText(label('Caudal (m³/h)'))).toHaveValue('4.26');
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await dialogsClosed();
  expect(told.writings[0]).toMatchObject({ body: { switches: [{ caudal_m3h: 4.26 }] } });
});

/** Counts the water of switch 41. */
const METER = puntoOf({ mide: { switch_ids: [41] } });

it('tries a valve that a meter counts, as its Encender would, and says why it was refused', async () => {
  const one = switchOf({ id: 41, nombre: 'V1', zona: 'Norte' });
  const told = server(one)
    .answer('puntos.listar', [METER])
    .answer('switches.encender', new Refusal('switch_enclavado', 'La bomba está apagada'));
  const { user, form } = await edit(one, told);
  const test = async () => {
    await user.click(await form.findByRole('button', { name: 'Probar válvula' }));
    await answerQuestion(user, '¿Encender «Norte - V1» 6 min para medir su caudal?', 'Encender 6 min');
  };
  await test();
  await form.findByText('Rechazado: La bomba está apagada');
  expect(told.writings[0]).toMatchObject({ params: { id: '41' }, body: { duracion_s: 360 } });
  told.answer('switches.encender', { comando_id: '1', estado: 'confirmado' });
  await test();
  await form.findByText(/^Encendida hasta las \d\d:\d\d\./);
  form.getByRole('button', { name: 'Apagar' });
});
