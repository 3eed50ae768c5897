import type { Empresa } from '@acequia/contracts';
import { chakra } from '@chakra-ui/react';
import { ListaEditable } from '../../components/editable-list.js';
import { SiNoChip } from '../../components/yes-no-chip.js';
import type { Columna } from '../../components/table/column.js';
import { hasExpired } from '../../lib/expiry.js';
import { noLlego } from '../../lib/http/query-client.js';
import { useEmpresas } from './api/empresas.js';
import { DialogoEmpresa } from './components/empresa-dialog.js';
import { textos } from './textos.js';

const titulos = textos.columnas;
const COLUMNAS: Columna<Empresa>[] = [
  { id: 'id', titulo: titulos.id, valor: ({ id }) => id, ancho: '4.5rem', enTarjeta: 'oculta' },
  { id: 'nombre', titulo: titulos.nombre, valor: ({ nombre }) => nombre, ancho: '16rem', enTarjeta: 'titulo' },
  { id: 'telefono', titulo: titulos.telefono_celular, valor: (fila) => fila.telefono_celular, ancho: '9rem' },
  { id: 'comunicador', titulo: titulos.comunicador_numero, valor: (fila) => fila.comunicador_numero, ancho: '9rem' },
  { id: 'imei', titulo: titulos.comunicador_imei, valor: (fila) => fila.comunicador_imei, ancho: '10.5rem' },
  {
    id: 'plan_vence',
    titulo: titulos.comunicador_vencimiento,
    valor: (fila) => fila.comunicador_vencimiento?.slice(0, 10) ?? null,
    ancho: '8rem',
  },
  {
    id: 'vence',
    titulo: titulos.fecha_vencimiento,
    valor: (fila) => fila.fecha_vencimiento.slice(0, 10),
    celda: (fila) => {
      const day = fila.fecha_vencimiento.slice(0, 10);
      if (!hasExpired(day, fila.zona_horaria)) return day;
      return (
        <chakra.span color="fg.error" fontWeight="600" title={textos.vencidaAyuda}>
          {day} · {textos.vencida}
        </chakra.span>
      );
    },
    ancho: '11rem',
  },
  {
    id: 'activa',
    titulo: titulos.activa,
    valor: ({ activa }) => (activa === 1 ? 'Sí' : 'No'),
    celda: ({ activa }) => <SiNoChip valor={activa} />,
    ancho: '6rem',
  },
];

/** Companies (EMP-1). */
export function Component() {
  const empresas = useEmpresas();
  // MSG-2: a list that could not be loaded is empty, without a message.
  const filas = empresas.data ?? (noLlego(empresas) ? [] : undefined);
  return (
    <ListaEditable
      titulo={textos.titulo}
      nombre="empresas"
      filas={filas}
      columnas={COLUMNAS}
      vacio={noLlego(empresas) ? textos.sinFilas : textos.vacio}
      textos={textos}
      dialogo={({ registro, guardado, cerrar }) => (
        <DialogoEmpresa empresa={registro} guardada={guardado} onCerrar={cerrar} />
      )}
    />
  );
}
