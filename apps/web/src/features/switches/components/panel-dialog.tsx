import type { EmpresaOpcion, Placa, Switch } from '@acequia/contracts';
import { Center, Stack } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { avisar } from '../../../components/toasts.js';
import { useConfirmar } from '../../../components/confirm.js';
import { leerUsuario } from '../../../lib/session.js';
import { BotonEliminar } from '../../../components/form/state-actions.js';
import { CampoInterruptor } from '../../../components/form/fields.js';
import { Conflicto } from '../../../components/form/conflict.js';
import { DialogoFormulario } from '../../../components/form/form-dialog.js';
import { resolverDe } from '../../../components/form/resolver.js';
import { useEdicion } from '../../../components/form/use-edit.js';
import { BotonRegresar } from '../../../components/page.js';
import { useAccionesDeSwitch } from '../api/switches.js';
import {
  aSwitches,
  bloquesDe,
  campoDelPanel,
  panelDe,
  PanelValido,
  panelVacio,
  type Panel,
} from '../lib/panel-form.js';
import { maximoEscrito } from '../lib/limit.js';
import { pinesUsados } from '../lib/pins.js';
import { textos } from '../textos.js';
import { siNo } from '../../../lib/format/format.js';
import { BloqueIndividual, BloquePar } from './blocks.js';
import { CabeceraPanel } from './panel-heading.js';
import { PlacaElegidaContext } from './pin-field.js';

interface Props {
  /** Null: a new panel. */
  uno: Switch | null;
  /** The same switch as the list has it now: newer when somebody else saved. */
  guardado: Switch | undefined;
  empresa: EmpresaOpcion;
  /** All switches of the company: they say which pins are taken. */
  switches: readonly Switch[];
  /** The boards, as far as they are known. */
  placas: readonly Placa[] | undefined;
  onCerrar: () => void;
}

/** Creates a panel of pairs and individual switches, or edits one switch; both through the same bulk call (SWI-3). */
export function DialogoPanel({ uno, guardado, empresa: alAbrir, switches, placas, onCerrar }: Props) {
  // The browser's Back may choose another company behind the dialog.
  const [empresa] = useState(alAbrir);
  const form = useForm<Panel>({ defaultValues: uno ? panelDe(uno) : panelVacio(), resolver: resolverDe(PanelValido) });
  const edicion = useEdicion(form, (campo) => campoDelPanel(form.getValues(), campo));
  const acciones = useAccionesDeSwitch();
  const confirmar = useConfirmar();
  const { control } = form;
  const [n_pares, n_individuales, placa] = useWatch({ control, name: ['n_pares', 'n_individuales', 'dispositivo_id'] });
  const bloques = bloquesDe({ n_pares, n_individuales });
  const dialecto = placas?.find(({ id }) => id === placa)?.dialecto ?? 'acequia';
  const elegida = useMemo(
    () => ({ dialecto, usados: pinesUsados(switches, placa, uno?.id ?? null) }),
    [dialecto, switches, placa, uno],
  );

  const enviar = form.handleSubmit(async (panel) => {
    // A number that no board has is a new board, or a slip of the finger.
    const numero = panel.dispositivo_id;
    const unknown = numero !== null && placas !== undefined && !placas.some(({ id }) => id === numero);
    const registers = unknown && leerUsuario()?.rol === 'admin_global';
    if (registers && !(await confirmar(textos.placa.registrar(numero, empresa.nombre)))) return;
    let avisos: readonly string[] = [];
    const tarea = async () => {
      ({ avisos } = await acciones.guardar({ switches: aSwitches(panel, empresa.id, uno) }));
    };
    const hecho = uno ? textos.guardado.editado : textos.guardado.nuevo;
    if (!(await edicion.guardar(tarea, { hecho, fallo: textos.errorGuardar }))) return;
    if (avisos.length > 0) avisar.atencion(textos.avisos, avisos.join('\n'));
    onCerrar();
  });

  return (
    <DialogoFormulario
      titulo={uno ? textos.dialogo.editar : textos.dialogo.nuevo}
      ancho={900}
      onCerrar={onCerrar}
      onGuardar={enviar}
      edicion={edicion}
      acciones={
        <>
          <BotonRegresar>{textos.regresar}</BotonRegresar>
          {uno && (
            <BotonEliminar
              edicion={edicion}
              nombre={`${uno.zona} - ${uno.nombre}`}
              textos={textos.eliminar}
              tarea={() => acciones.eliminar(uno.id)}
              onHecho={onCerrar}
            />
          )}
        </>
      }
    >
      <FormProvider {...form}>
        <PlacaElegidaContext value={elegida}>
          <Conflicto
            edicion={edicion}
            guardado={guardado && panelDe(guardado)}
            enviar={enviar}
            campos={CAMPOS_COMPARADOS}
            comparar={plano}
          />
          <Stack gap="5">
            <CabeceraPanel empresa={empresa} placas={placas} editando={uno !== null} />
            {uno && <CampoInterruptor control={control} nombre="activo" etiqueta={textos.campos.activo} />}
            {enumerar(bloques.pares).map((indice) => (
              <BloquePar key={`par-${indice}`} indice={indice} />
            ))}
            {enumerar(bloques.individuales).map((indice) => (
              <BloqueIndividual key={`individual-${indice}`} indice={indice} />
            ))}
            {bloques.pares + bloques.individuales === 0 && (
              <Center borderWidth="1px" borderStyle="dashed" rounded="lg" py="8" px="6" color="fg.muted">
                {textos.dialogo.vacio}
              </Center>
            )}
          </Stack>
        </PlacaElegidaContext>
      </FormProvider>
    </DialogoFormulario>
  );
}

const enumerar = (cuantos: number): number[] => Array.from({ length: cuantos }, (_, indice) => indice);

const { campos } = textos;
const CAMPOS_COMPARADOS = {
  dispositivo: campos.dispositivo,
  zona: campos.zona,
  nombre: campos.nombreIndividual,
  tipo: campos.tipoIndividual,
  pin: campos.pin,
  maximo: campos.maximo,
  sensor: campos.sensor,
  sensorPin: campos.sensorPin,
  activo: campos.activo,
};

/** The one switch of an editing form, as a row to compare. */
function plano(panel: Panel) {
  const [bloque] = panel.individuales;
  return {
    dispositivo: panel.dispositivo_id,
    zona: bloque?.zona,
    nombre: bloque?.uno.nombre,
    tipo: bloque?.uno.tipo,
    pin: bloque?.uno.hardware_pin,
    maximo: maximoEscrito(bloque?.uno.max_encendido_s ?? null) ?? textos.maximo.esDelTipo,
    sensor: siNo(bloque?.tiene_sensor),
    sensorPin: bloque?.sensor_pin,
    activo: siNo(panel.activo),
  };
}
