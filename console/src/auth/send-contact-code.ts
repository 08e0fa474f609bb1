import {
  type SendUserAttributeVerificationCodeOutput,
  sendUserAttributeVerificationCode,
  updateUserAttributes,
} from 'aws-amplify/auth'

/** Sends the code that verifies somebody's own address or number as it is, and says where it went. */
export async function sendContactCode(
  kind: 'email' | 'phone_number',
  value: string,
): Promise<SendUserAttributeVerificationCodeOutput> {
  // Otherwise the code would go to another contact that waits for its own.
  const outcome = await updateUserAttributes({ userAttributes: { [kind]: value } })
  const { updateAttributeStep, codeDeliveryDetails } = outcome[kind]?.nextStep ?? {}
  return updateAttributeStep === 'CONFIRM_ATTRIBUTE_WITH_CODE' && codeDeliveryDetails !== undefined
    ? { ...codeDeliveryDetails, attributeName: kind }
    : await sendUserAttributeVerificationCode({ userAttributeKey: kind })
}
