import type { Dispositivo } from '@acequia/contracts';
import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { ListaEditable } from '../../components/editable-list.js';
import { SiNoChip } from '../../components/yes-no-chip.js';
import type { Columna } from '../../components/table/column.js';
import { useEmpresasSeleccion } from '../../entities/empresa/empresa-options.js';
import { leerUsuario } from '../../lib/session.js';
import { siNo } from '../../lib/format/format.js';
import { noLlego } from '../../lib/http/query-client.js';
import { useDispositivos } from './api/dispositivos.js';
import { DialogoDispositivo } from './components/dispositivo-dialog.js';
import { textos } from './textos.js';

const titulos = textos.columnas;

const columnasCon = (empresas: ReadonlyMap<number, string>): Columna<Dispositivo>[] => [
  { id: 'id', titulo: titulos.id, valor: ({ id }) => id, ancho: '4.5rem', enTarjeta: 'oculta' },
  { id: 'nombre', titulo: titulos.nombre, valor: ({ nombre }) => nombre, ancho: '13.5rem', enTarjeta: 'titulo' },
  { id: 'shelly_id', titulo: titulos.shelly_id, valor: (fila) => fila.shelly_id, ancho: '9.5rem' },
  { id: 'tipo', titulo: titulos.tipo, valor: ({ tipo }) => tipo, ancho: '8rem' },
  {
    id: 'empresa',
    titulo: titulos.empresa,
    valor: (fila) => empresas.get(fila.empresa_id) ?? String(fila.empresa_id),
    ancho: '12rem',
  },
  {
    id: 'vence',
    titulo: titulos.vence,
    valor: (fila) => fila.fecha_vencimiento?.slice(0, 10) ?? null,
    celda: (fila) => <Vence dispositivo={fila} />,
    ancho: '10.5rem',
  },
  {
    id: 'activo',
    titulo: titulos.activo,
    valor: ({ activo }) => siNo(activo),
    celda: ({ activo }) => <SiNoChip valor={activo} />,
    ancho: '5.5rem',
  },
  {
    id: 'suspendido',
    titulo: titulos.suspendido,
    valor: ({ suspendido }) => siNo(suspendido),
    celda: ({ suspendido }) => <SiNoChip valor={suspendido} malo />,
    ancho: '7.5rem',
  },
];

/** Devices of the relay cloud (DIS-1). */
export function Component() {
  const usuario = leerUsuario();
  const empresaId = usuario?.rol === 'admin_empresa' ? (usuario.empresa_id ?? null) : null;
  const dispositivos = useDispositivos(empresaId);
  const { data: empresas } = useEmpresasSeleccion();
  const columnas = useMemo(() => columnasCon(new Map(empresas?.map(({ id, nombre }) => [id, nombre]))), [empresas]);
  // MSG-2: a list that could not be loaded is empty, without a message.
  const filas = dispositivos.data ?? (noLlego(dispositivos) ? [] : undefined);
  return (
    <ListaEditable
      titulo={textos.titulo}
      nombre="dispositivos"
      filas={filas}
      columnas={columnas}
      vacio={noLlego(dispositivos) ? textos.sinFilas : textos.vacio}
      textos={textos}
      dialogo={({ registro, guardado, cerrar }) => (
        <DialogoDispositivo
          dispositivo={registro}
          guardado={guardado}
          empresas={empresas ?? []}
          empresaFija={empresaId}
          onCerrar={cerrar}
        />
      )}
    />
  );
}

function Vence({ dispositivo }: { dispositivo: Dispositivo }) {
  if (!dispositivo.fecha_vencimiento) return null;
  return (
    <>
      {dispositivo.fecha_vencimiento.slice(0, 10)}
      {dispositivo.vencido === 1 && (
        <chakra.span ms="2" color="fg.warning" fontWeight="600" fontSize="xs">
          {textos.vencido}
        </chakra.span>
      )}
    </>
  );
}
