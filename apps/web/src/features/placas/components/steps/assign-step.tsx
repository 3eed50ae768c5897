import { UsuarioSave, type Switch, type Usuario } from '@acequia/contracts';
import { Button, Flex, Input, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormField, Select } from '../../../../components/form/fields.js';
import { FailureNotice } from '../../../../components/form/form-dialog.js';
import { Password } from '../../../../components/form/password-field.js';
import { resolverOf } from '../../../../components/form/resolver.js';
import { useEdit } from '../../../../components/form/use-edit.js';
import { useAssign } from '../../../../entities/usuario/assign.js';
import { texts } from '../../textos-first-steps.js';

const { assign: t } = texts;

interface Props {
  empresaId: number;
  switches: readonly Switch[];
  usuarios: readonly Usuario[];
}

/** Lets a user see the switches: one who is there, or a new one. */
export function AssignStep({ empresaId, switches, usuarios }: Props) {
  const people = usuarios.filter(({ rol }) => rol === 'usuario');
  const seeing = people.filter(({ switches_asignados }) => switches_asignados.length > 0);
  const [who, setWho] = useState<number | null>(null);
  const chosen = people.find(({ id }) => id === who);
  if (switches.length === 0) return <Text color="fg.muted">{t.none}</Text>;
  const ids = switches.map(({ id }) => id);
  return (
    <Stack gap="3">
      <Text color="fg.muted">
        {t.help} {seeing.length > 0 && t.already(seeing.map(({ nombre }) => nombre))}
      </Text>
      {people.length > 0 && (
        <Flex maxW="20rem">
          <FormField label={t.who}>
            <Select
              value={who ?? ''}
              onChange={({ target }) => setWho(target.value === '' ? null : Number(target.value))}
            >
              <option value="">{t.fresh}</option>
              {people.map(({ id, nombre, email }) => (
                <option key={id} value={id}>
                  {nombre} · {email}
                </option>
              ))}
            </Select>
          </FormField>
        </Flex>
      )}
      {chosen ? <Existing usuario={chosen} switches={ids} /> : <Fresh empresaId={empresaId} switches={ids} />}
    </Stack>
  );
}

function Existing({ usuario, switches }: { usuario: Usuario; switches: readonly number[] }) {
  const edit = useEdit(useForm());
  const { add } = useAssign();
  const missing = switches.filter((id) => !usuario.switches_asignados.some((one) => one.id === id));
  return (
    <Stack gap="2" align="start">
      <Button
        colorPalette="campo"
        disabled={edit.busy || missing.length === 0}
        onClick={() => void edit.save(() => add({ usuario, switches: missing }), { done: t.done, failure: t.failure })}
      >
        {t.act(missing.length)}
      </Button>
      {edit.failure && <FailureNotice failure={edit.failure} />}
    </Stack>
  );
}

function Fresh({ empresaId, switches }: { empresaId: number; switches: readonly number[] }) {
  const form = useForm<UsuarioSave>({
    defaultValues: {
      nombre: '',
      email: '',
      password: '',
      rol: 'usuario',
      empresa_id: empresaId,
      activo: 1,
      dispositivos: [],
      switches: [],
    },
    resolver: resolverOf(UsuarioSave),
  });
  const edit = useEdit(form);
  const { create } = useAssign();
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (data) => {
    const texts = { done: t.done, failure: t.failure };
    if (await edit.save(() => create({ ...data, switches: [...switches] }), texts)) form.reset();
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="3" align="start">
        <SimpleGrid columns={{ base: 1, md: 3 }} gap="3" w="full">
          <FormField label={t.nombre} error={errors.nombre} required>
            <Input {...form.register('nombre')} autoComplete="off" />
          </FormField>
          <FormField label={t.email} error={errors.email} required>
            <Input {...form.register('email')} type="email" autoComplete="off" />
          </FormField>
          <FormField label={t.password} error={errors.password} required>
            <Password {...form.register('password')} />
          </FormField>
        </SimpleGrid>
        {edit.failure && <FailureNotice failure={edit.failure} />}
        <Button type="submit" colorPalette="campo" disabled={edit.busy}>
          {t.act(switches.length)}
        </Button>
      </Stack>
    </form>
  );
}
