import { Link as MenuLink } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { ClockIcon } from '../../components/icons.js';

/** Link to the audit trail; the spec fixes the menu, which has no entry for it. */
export const AuditLink = () => (
  <MenuLink asChild alignSelf="flex-start" color="fg.muted" fontWeight="550">
    <Link to="/auditoria">
      <ClockIcon /> Auditoría: quién cambió qué y cuándo
    </Link>
  </MenuLink>
);
