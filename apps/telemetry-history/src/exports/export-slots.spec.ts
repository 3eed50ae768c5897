import { ExportSlots } from './export-slots.js';

const hold = (slots: ExportSlots, usuario_id: number | null, empresa_id = 1) => {
  let end = (): void => undefined;
  const done = slots.hold({ empresa_id, usuario_id }, () => new Promise<void>((resolve) => (end = resolve)));
  return { done, end: () => end() };
};
const taken = { codigo: 'demasiadas_solicitudes' };

describe('the slots of exports', () => {
  it('leave some for the other people of a company, however many one of them asks for', async () => {
    const slots = new ExportSlots({ EXPORTS_PER_COMPANY: 2, EXPORTS_TOTAL: 10 });
    const first = hold(slots, 1);
    await expect(hold(slots, 1).done).rejects.toMatchObject({
      ...taken,
      texto: 'Ya tienes descargas en curso. Espera a que terminen.',
    });
    const second = hold(slots, 2);
    await expect(hold(slots, 3).done).rejects.toMatchObject(taken);
    first.end();
    await first.done;
    const again = hold(slots, 1);
    for (const one of [second, again]) one.end();
    await Promise.all([second.done, again.done]);
  });

  it('pass from an export whose reader has stopped to the one that needs it, and from no other', async () => {
    const slots = new ExportSlots({ EXPORTS_PER_COMPANY: 2, EXPORTS_TOTAL: 2 });
    const cut: number[] = [];
    const running = [1, 2].map((usuario_id) => {
      const end = new AbortController();
      const done = slots.hold({ empresa_id: usuario_id, usuario_id }, async (slot) => {
        slot.cut = () => (cut.push(usuario_id), end.abort());
        slot.stalled = usuario_id === 2;
        await new Promise((resolve) => end.signal.addEventListener('abort', resolve));
      });
      return { done, end };
    });
    const third = hold(slots, 3, 3);
    expect(cut).toEqual([2]);
    await expect(hold(slots, 4, 4).done).rejects.toMatchObject(taken);
    third.end();
    running[0]?.end.abort();
    await Promise.all([third.done, ...running.map(({ done }) => done)]);
  });

  it('are a company’s own: an admin_global takes none of another company', async () => {
    const slots = new ExportSlots({ EXPORTS_PER_COMPANY: 1, EXPORTS_TOTAL: 2 });
    const [one, other] = [hold(slots, 1, 1), hold(slots, 1, 2)];
    await expect(hold(slots, 2, 3).done).rejects.toMatchObject(taken);
    for (const each of [one, other]) each.end();
    await Promise.all([one.done, other.done]);
  });
});
