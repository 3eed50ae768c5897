import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { empresaAddress } from '../../entities/addresses.js';
import { expiryText } from '../../entities/empresa/expiry-text.js';
import { useAddress } from '../../lib/address.js';
import { flatText } from '../../lib/flat-text.js';
import { dayOf } from '../../lib/format/format.js';
import { neverCame } from '../../lib/http/query-client.js';
import { useWideScreen } from '../../lib/screen.js';
import { inSpanishOrder } from '../../lib/spanish-order.js';
import { serverNow } from '../../lib/time/server-clock.js';
import { useEmpresasToFind } from './api/lists.js';
import { Palette, type Entry } from './components/palette.js';
import { texts } from './textos.js';

/** What an address says of one company's list, and what another company's does not take over. */
const OF_ONE_EMPRESA = { pagina: '', switch: '', dispositivo: '', entidad_id: '', entidad_nombre: '' };

/** Chooses the company that every screen shows; suspended and expiring companies are marked. */
export default function EmpresaPicker({ onClose }: { onClose: () => void }) {
  const empresas = useEmpresasToFind(true);
  const { change } = useAddress();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const wide = useWideScreen();
  const [q, setQ] = useState('');
  const today = dayOf(serverNow()) ?? '';
  const shown = useMemo(() => {
    const words = flatText(q).split(/\s+/).filter(Boolean);
    const matching = (empresas.data ?? []).filter(({ nombre }) =>
      words.every((word) => flatText(nombre).includes(word)),
    );
    return inSpanishOrder(matching, ({ nombre }) => nombre);
  }, [empresas.data, q]);

  const choose = (id: number | null) => {
    onClose();
    const empresa = id === null ? '' : String(id);
    const list = /^(\/(?:switches|dispositivos|placas|puntos))\/\d+$/.exec(pathname)?.[1];
    // The page of a company or of a thing is that company's: another choice is another page.
    if (/^\/empresas\/\d+\//.test(pathname)) void navigate(id === null ? '/situacion?empresa=' : empresaAddress(id));
    else if (list) void navigate(`${list}?empresa=${empresa}`);
    else change({ ...OF_ONE_EMPRESA, empresa }, true);
  };
  const all: Entry[] = q === '' ? [{ key: 'todas', title: texts.allEmpresas, choose: () => choose(null) }] : [];
  return (
    <Palette
      title={texts.chooseEmpresa}
      placeholder={texts.searchEmpresa}
      q={q}
      onSearch={setQ}
      entries={[
        ...all,
        ...shown.map((one) => ({
          key: String(one.id),
          title: one.nombre,
          kind: expiryText(one, today) ?? '',
          choose: () => choose(one.id),
        })),
      ]}
      note={
        neverCame(empresas)
          ? texts.failure
          : empresas.isPending
            ? texts.loading
            : shown.length === 0
              ? texts.nothing
              : texts.hint(wide)
      }
      onClose={onClose}
    />
  );
}
