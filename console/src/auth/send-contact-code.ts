import {
  type SendUserAttributeVerificationCodeOutput,
  sendUserAttributeVerificationCode,
  updateUserAttributes,
} from 'aws-amplify/auth'

/** Sends a code that verifies somebody's present address or number, and says where it was sent. */
export async function sendContactCode(
  kind: 'email' | 'phone_number',
  value: string,
): Promise<SendUserAttributeVerificationCodeOutput> {
  // Otherwise the code would go to another contact that is waiting for a code of its own.
  const outcome = await updateUserAttributes({ userAttributes: { [kind]: value } })
  const { updateAttributeStep, codeDeliveryDetails } = outcome[kind]?.nextStep ?? {}
  return updateAttributeStep === 'CONFIRM_ATTRIBUTE_WITH_CODE' && codeDeliveryDetails !== undefined
    ? { ...codeDeliveryDetails, attributeName: kind }
    : await sendUserAttributeVerificationCode({ userAttributeKey: kind })
}
