import { DispositivoSave, TIPOS_DISPOSITIVO, type Dispositivo, type EmpresaOption } from '@acequia/contracts';
import { Input, SimpleGrid, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { DateInput } from '../../../components/form/date-input.js';
import { StateActions } from '../../../components/form/state-actions.js';
import { FormField, SwitchField, asNumber, Options, Select } from '../../../components/form/fields.js';
import { Conflict } from '../../../components/form/conflict.js';
import { FormDialog } from '../../../components/form/form-dialog.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { EmpresasUnread } from '../../../entities/empresa/empresas-unread.js';
import { SwitchesUnread } from '../../../entities/switch/switches-unread.js';
import { switchesOfEmpresa } from '../../../entities/switch/switches.js';
import { yesNo } from '../../../lib/format/format.js';
import { readUsuario } from '../../../lib/session.js';
import { useDispositivoActions } from '../api/dispositivos.js';
import { texts } from '../textos.js';

const { fields } = texts;
/** The server never returns the stored key, so it cannot be compared. */
const { auth_key: _secret, ...COMPARABLE } = fields;

/** The form's values: a tipo not chosen yet is ''. */
type Values = Omit<DispositivoSave, 'tipo' | 'empresa_id'> & {
  tipo: DispositivoSave['tipo'] | '';
  empresa_id: number | null;
};

const valuesOf = (dispositivo: Dispositivo | null, fixedEmpresa: number | null): Values => ({
  nombre: dispositivo?.nombre ?? '',
  shelly_id: dispositivo?.shelly_id ?? '',
  auth_key: '',
  tipo: dispositivo?.tipo ?? '',
  server: dispositivo?.server ?? '',
  empresa_id: dispositivo?.empresa_id ?? fixedEmpresa,
  fecha_vencimiento: dispositivo?.fecha_vencimiento?.slice(0, 10) ?? '',
  sitio: dispositivo?.sitio ?? '',
  vigila_switch_id: dispositivo?.vigila_switch_id ?? null,
  activo: dispositivo?.activo ?? 1,
  suspendido: dispositivo?.suspendido ?? 0,
  version: dispositivo?.version,
});

interface Props {
  /** Null: a new device. */
  dispositivo: Dispositivo | null;
  /** The same device as the list holds it now: newer when another person saved. */
  saved: Dispositivo | undefined;
  empresas: readonly EmpresaOption[];
  /** The own company of an admin_empresa; null = the company can be chosen. */
  fixedEmpresa: number | null;
  onClose: () => void;
  /** Instead of closing it, once the device is gone. */
  onDeleted?: () => void;
}

/** Creates or edits a device, and suspends, reactivates or deletes it (DIS-2). */
export function DispositivoDialog({ dispositivo, saved, empresas, fixedEmpresa, onClose, onDeleted }: Props) {
  const form = useForm<Values>({
    defaultValues: valuesOf(dispositivo, fixedEmpresa),
    resolver: resolverOf<Values>(DispositivoSave),
  });
  const edit = useEdit(form);
  const actions = useDispositivoActions();
  const { register, control } = form;
  const { errors } = form.formState;
  const [empresaId, tipo, chosenSwitch] = useWatch({ control, name: ['empresa_id', 'tipo', 'vigila_switch_id'] });
  const meter = tipo === 'shelly_pro3m';
  const ofEmpresa = useQuery({ ...switchesOfEmpresa(empresaId), enabled: meter && empresaId !== null });
  const switches = (ofEmpresa.data ?? []).map(({ id, zona, nombre }) => ({ id, nombre: `${zona} - ${nombre}` }));
  const nameOfEmpresa = (id: number | null) => empresas.find((one) => one.id === id)?.nombre;

  const submit = form.handleSubmit(async (valid) => {
    const data = valid as DispositivoSave;
    const savingTexts = { done: texts.saved, failure: texts.saveError };
    if (await edit.save(() => actions.save({ id: dispositivo?.id ?? null, data }), savingTexts)) onClose();
  });

  return (
    <FormDialog
      title={dispositivo ? texts.dialog.edit : texts.dialog.fresh}
      width={600}
      onClose={onClose}
      onSave={submit}
      edit={edit}
      actions={
        dispositivo && (
          <StateActions
            edit={edit}
            id={dispositivo.id}
            nombre={dispositivo.nombre}
            activo={dispositivo.activo === 1}
            texts={texts}
            tasks={actions}
            onDone={onClose}
            onDeleted={onDeleted}
          />
        )
      }
    >
      <Conflict
        edit={edit}
        saved={saved && valuesOf(saved, fixedEmpresa)}
        submit={submit}
        fields={COMPARABLE}
        asText={{
          empresa_id: (id) => nameOfEmpresa(id) ?? '',
          vigila_switch_id: (id) => switches.find((one) => one.id === id)?.nombre ?? '',
          activo: yesNo,
          suspendido: yesNo,
        }}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <FormField label={fields.nombre} error={errors.nombre} required>
          <Input {...register('nombre')} autoComplete="off" />
        </FormField>
        <FormField label={fields.shelly_id} error={errors.shelly_id} required help={texts.shellyHelp}>
          <Input {...register('shelly_id')} autoComplete="off" spellCheck={false} />
        </FormField>
        <FormField
          label={fields.auth_key}
          error={errors.auth_key}
          help={dispositivo?.auth_key_definida === 1 && texts.keySet}
        >
          <Input {...register('auth_key')} autoComplete="off" spellCheck={false} />
        </FormField>
        <FormField label={fields.tipo} error={errors.tipo} required>
          <Select {...register('tipo')}>
            <option value="">{texts.chooses}</option>
            {TIPOS_DISPOSITIVO.map((tipo) => (
              <option key={tipo}>{tipo}</option>
            ))}
          </Select>
        </FormField>
        <FormField label={fields.server} error={errors.server}>
          <Input {...register('server')} inputMode="url" placeholder={texts.serverExample} autoComplete="off" />
        </FormField>
        <Stack gap="2">
          <FormField label={fields.empresa_id} error={errors.empresa_id} required>
            {fixedEmpresa === null ? (
              <Select
                {...register('empresa_id', { ...asNumber, onChange: () => form.setValue('vigila_switch_id', null) })}
              >
                <option value="">{texts.chooses}</option>
                <Options from={empresas} chosen={dispositivo?.empresa_id} />
              </Select>
            ) : (
              <Input value={nameOfEmpresa(fixedEmpresa) ?? readUsuario()?.empresa_nombre ?? ''} readOnly disabled />
            )}
          </FormField>
          {fixedEmpresa === null && <EmpresasUnread />}
        </Stack>
        <FormField label={fields.fecha_vencimiento} error={errors.fecha_vencimiento}>
          <DateInput {...register('fecha_vencimiento')} />
        </FormField>
        <FormField label={fields.sitio} error={errors.sitio}>
          <Input {...register('sitio')} autoComplete="off" />
        </FormField>
        {meter && (
          <Stack gap="2">
            <FormField label={fields.vigila_switch_id} error={errors.vigila_switch_id} help={texts.vigilaHelp}>
              <Select {...register('vigila_switch_id', asNumber)}>
                <option value="">{texts.noSwitch}</option>
                <Options from={switches} chosen={chosenSwitch} />
              </Select>
            </FormField>
            <SwitchesUnread reading={ofEmpresa} />
          </Stack>
        )}
        {dispositivo && (
          <SimpleGrid columns={2} gap="4" alignItems="center">
            <SwitchField control={control} nombre="activo" label={fields.activo} />
            <SwitchField control={control} nombre="suspendido" label={fields.suspendido} />
          </SimpleGrid>
        )}
      </SimpleGrid>
    </FormDialog>
  );
}
